/** What the page of each platform can do for a bot, beside what its adapter says of that. */
import { expect, it, vi } from 'vitest';
import { programEntries } from '../../../lib/capture/build/programs.ts';
import { adapters } from '../../../lib/capture/platforms/index.ts';
import type { PlatformPage } from '../../../lib/capture/programs/page/platform-page.ts';

const { installed } = vi.hoisted(() => ({ installed: [] as PlatformPage[] }));
vi.mock('../../../lib/capture/programs/page/install.ts', () => ({
  installHooks: (_: unknown, platform: PlatformPage) => void installed.push(platform),
}));

/** What pages touch of a browser when they are installed. */
const stubBrowser = (): void => {
  for (const name of ['document', 'navigation']) vi.stubGlobal(name, new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
  for (const name of ['Element', 'HTMLVideoElement', 'RTCPeerConnection', 'RTCRtpReceiver'])
    vi.stubGlobal(name, class {});
};

it.each(Object.entries(adapters))(
  '%s can wish for cameras, knows who speaks on lines that several share and accepts what is asked, where it says so',
  async (_, { capabilities, pageProgram, signs }) => {
    stubBrowser();
    const { install } = await import(String(programEntries().get(pageProgram)));
    install({});
    const [page] = installed.splice(0);
    expect({
      camera_wishes: page?.wantCameras !== undefined,
      accepts: page?.accept !== undefined,
      track_per_person: page !== undefined && page.speakerOf === undefined,
    }).toEqual({
      camera_wishes: capabilities.camera_wishes,
      accepts: signs.states.some(({ accepts }) => accepts !== undefined),
      track_per_person: capabilities.voices === 'track_per_person',
    });
  },
);
