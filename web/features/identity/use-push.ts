import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { askPermission, subscribeBrowser, unsubscribeBrowser } from './push-subscription.ts';

type Fault = 'blocked' | 'failed' | undefined;

/** Turns notifications on and off in this browser. A fault: the browser blocks them, or its service was not reached. */
export function usePush() {
  const queryClient = useQueryClient();
  const { id: userId } = useUser();
  const subscribe = useCall('subscribeToPush', { handlesErrors: true });
  const unsubscribe = useCall('unsubscribeFromPush', { handlesErrors: true });
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const run = async (work: () => Promise<Fault>): Promise<Fault> => {
    setIsPending(true);
    const met = await work().catch((): Fault => 'failed');
    setFault(met);
    setIsPending(false);
    return met;
  };
  const turnOn = () =>
    run(async () => {
      if (!(await askPermission())) return 'blocked';
      const { publicKey } = await queryClient.fetchQuery(query('getPush'));
      await subscribe.mutateAsync({ body: await subscribeBrowser(publicKey, userId) });
      return undefined;
    });
  const turnOff = () =>
    run(async () => {
      await unsubscribe.mutateAsync();
      await unsubscribeBrowser();
      return undefined;
    });
  return { turnOn, turnOff, isPending, fault };
}
