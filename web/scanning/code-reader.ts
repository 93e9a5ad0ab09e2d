/** The worker's reply to a frame: the text of a code, null for none, or that the decoder failed to load. */
export type DecoderAnswer = { text: string | null } | { failed: true };

type Size = { width: number; height: number };
export type Part = Size & { x: number; y: number };
/** A picture of the camera, and the part of it that is on screen, in its pixels. */
export type Frame = { picture: ImageBitmap; visible: Part };

export type CodeReader = {
  /** Transfers the picture to the worker. Rejects if the decoder could not be loaded. */
  read: (frame: Frame) => Promise<string | null>;
  close: () => void;
};

/** Starts the decoder in a worker; it loads 460 KB once. */
export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' });
  const waiting: PromiseWithResolvers<string | null>[] = [];
  let isBroken = false;

  worker.onmessage = ({ data }: MessageEvent<DecoderAnswer>) => {
    const frame = waiting.shift();
    if ('failed' in data) frame?.reject(new Error('The decoder failed'));
    else frame?.resolve(data.text);
  };
  worker.onerror = () => {
    isBroken = true;
    for (const frame of waiting.splice(0)) frame.reject(new Error('The decoder could not be started'));
  };
  return {
    read: (frame) => {
      if (isBroken) return Promise.reject(new Error('The decoder could not be started'));
      const answer = Promise.withResolvers<string | null>();
      waiting.push(answer);
      worker.postMessage(frame, [frame.picture]);
      return answer.promise;
    },
    close: () => worker.terminate(),
  };
}

/** Returns the part of a picture visible in a box with CSS `object-fit: cover`, in the picture's pixels. */
export function coveredPart(picture: Size, box: Size): Part {
  if (box.width <= 0 || box.height <= 0) return { x: 0, y: 0, ...picture };
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = Math.min(picture.width, Math.round(box.width / scale));
  const height = Math.min(picture.height, Math.round(box.height / scale));
  return {
    x: Math.floor((picture.width - width) / 2),
    y: Math.floor((picture.height - height) / 2),
    width,
    height,
  };
}

/** The video's picture; null while there is none. */
export async function grabFrame(video: HTMLVideoElement): Promise<Frame | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const visible = coveredPart(
    { width: video.videoWidth, height: video.videoHeight },
    { width: video.clientWidth, height: video.clientHeight },
  );
  // The video may lose its picture at this moment, if the camera is turned off.
  const picture = await createImageBitmap(video).catch(() => null);
  return picture && { picture, visible };
}
