import { captionsIn, createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { aClient } from '../client.ts';

export const rows = (...lines: readonly string[]) => captionsIn(aClient(...lines));
/** Captions as they are told, of which Ben is heard to say those that nobody is named for. */
export const watch = () => {
  let now_ms = 10_000;
  const captions = createZoomCaptions(
    (name, _, isLate) => (name === undefined && isLate ? undefined : { id: `1:${name ?? 'Ben'}`, name: name ?? 'Ben' }),
    () => now_ms,
  );
  return {
    at(ms: number, ...lines: readonly string[]) {
      now_ms = 10_000 + ms;
      captions.look(rows(...lines));
      return captions.captions;
    },
  };
};

export const said = (captions: readonly { speaker_name: string; text: string; is_final: boolean }[]) =>
  captions.map(({ speaker_name, text, is_final }) => [speaker_name, text, is_final]);
