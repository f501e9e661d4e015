/** Sockets to the imitated platform's streams, for worlds whose time must not move on while something is on its way. */
import type { OpenSocket } from '../../../../lib/capture/streams/rtms/socket.ts';
import type { Rtms } from '../../../facsimiles/rtms/rtms.ts';
import { until } from '../../until.ts';

export interface WatchedSockets {
  /** All clients of a world are watched together. */
  watch(open: OpenSocket): OpenSocket;
  /**
   * Waits until connections that were begun are made, what either side said is read and answered, and both sides know of the
   * same connections.
   */
  settled(): Promise<void>;
}

export const watchedSockets = (rtms: Rtms): WatchedSockets => {
  const beingMade = new Set<Promise<void>>();
  let connected = 0;
  /** How often something was said or heard, and a connection made or lost. */
  let happened = 0;
  /** The same when all was settled the last time. */
  let known = 0;

  const round = async (): Promise<void> => {
    await Promise.all(beingMade);
    await rtms.settled();
    await until(
      () => rtms.connected === connected,
      (isSo) => isSo,
      0,
    );
  };

  return {
    watch: (open) => (url, events, namedBy) => {
      const { promise: made, resolve } = Promise.withResolvers<void>();
      beingMade.add(made);
      let isOpen = false;
      const happens = (): void => {
        happened += 1;
        beingMade.delete(made);
        resolve();
      };
      const socket = open(
        url,
        {
          onOpen() {
            happens();
            isOpen = true;
            connected += 1;
            events.onOpen();
          },
          onFrame(frame) {
            happens();
            events.onFrame(frame);
          },
          onPong: () => events.onPong(),
          onClosed(why) {
            happens();
            if (isOpen) connected -= 1;
            events.onClosed(why);
          },
        },
        namedBy,
      );
      return {
        send(text) {
          happened += 1;
          socket.send(text);
        },
        ping() {
          happened += 1;
          socket.ping();
        },
        end: () => socket.end(),
      };
    },
    async settled() {
      for (let isQuiet = false; !isQuiet; known = happened) {
        await round();
        isQuiet = known === happened;
      }
    },
  };
};
