/** Listens to data channels. Runs in the page. */
import { asked, createTap, type Tap, type TapListener } from './tap.ts';

/** A data channel of one of the page's connections. */
export interface TappableChannel {
  readonly label: string;
  readonly opened_by: 'page' | 'other';
}
/** Whoever wants to know when it is open says so with `whenOpen`. */
export type ChannelTaps = (
  channel: TappableChannel,
  whenOpen: (listener: () => void) => void,
) => TapListener | undefined;

/** Answers what is to be told of each channel: those that `wanted` has no listener for are let be. */
export const tapChannels = (
  wanted: ChannelTaps,
): ((channel: RTCDataChannel, opened_by: TappableChannel['opened_by']) => void) => {
  const taps = new WeakMap<RTCDataChannel, Tap>();
  const { send } = RTCDataChannel.prototype;
  RTCDataChannel.prototype.send = function (this: RTCDataChannel, data: never) {
    send.call(this, data);
    taps.get(this)?.('page', data);
  };
  return (channel, opened_by) => {
    const whenOpen = (told: () => void): void => {
      if (channel.readyState === 'open') told();
      else channel.addEventListener('open', told, { once: true });
    };
    const listener = asked((one: TappableChannel) => wanted(one, whenOpen), { label: channel.label, opened_by });
    if (!listener) return;
    const tap = createTap(listener);
    taps.set(channel, tap);
    channel.addEventListener('message', ({ data }) => tap('other', data));
  };
};
