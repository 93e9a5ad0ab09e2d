import { useMutation } from '@tanstack/react-query';
import type { contract, EndpointInput, EndpointName } from '#contract/index.ts';
import { saveFile } from '#web/files/save-file.ts';
import { answerOf, inTime, networkError, send } from './request.ts';

const TIMEOUT_MS = 60_000;

type FileEndpoint = {
  [K in EndpointName]: (typeof contract)[K] extends { files: unknown } ? K : never;
}[EndpointName];
/** An endpoint that answers with a file, and what it is asked: `format` of the query says which kind of file. */
export type FileOf<K extends FileEndpoint = FileEndpoint> = { [N in K]: { name: N } & EndpointInput<N> }[K];

/** Downloads an endpoint's file under the server's name for it. */
export function useDownload(errorTitle?: string) {
  return useMutation({
    mutationFn: ({ name, ...input }: FileOf) =>
      inTime({ timeoutMs: TIMEOUT_MS }, async (signal) => {
        const response = await send(name, input, '*/*', signal);
        const header = response.headers.get('content-disposition') ?? '';
        const fileName = /filename="([^"]+)"/.exec(header)?.[1];
        if (!response.ok || !fileName) {
          answerOf(response, await response.text());
          throw networkError();
        }
        saveFile(fileName, await response.blob(), response.headers.get('content-type') ?? '');
      }),
    meta: { ...(errorTitle && { errorTitle }) },
    gcTime: 0,
  });
}
