/** Keeps what a meeting looked like when the session did not know what to make of it. */
import { ElementMissingError } from '../meeting/errors.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { SegmentStore } from '../recording/segment-store.ts';

export interface DiagnosticsPorts {
  readonly store: Pick<SegmentStore, 'put'>;
  readonly log: SessionLog;
}

export interface Diagnostics {
  /**
   * Stores why the bot could not go on, and what there is to see of it: a picture and the trimmed HTML of a page, unless the
   * meeting is lost. Never fails.
   */
  keep(meeting: Pick<Meeting, 'evidence' | 'isLost'>, reason: string, error?: unknown): Promise<void>;
}

/** What the reader of diagnostics is told in words. */
const accountOf = (reason: string, error: unknown) => ({
  reason,
  ...(error instanceof Error && { error: String(error) }),
  ...(error instanceof Error && error.cause instanceof Error && { cause: String(error.cause) }),
  ...(error instanceof ElementMissingError && { step: error.step, element: error.element }),
});

/** Named by the attempt, so that those of a worker that was lost stay. Of the same reason the first and the last are kept. */
export const createDiagnostics = ({ store, log }: DiagnosticsPorts, attempt: number): Diagnostics => {
  const kept = new Set<string>();
  const nameOf = (reason: string): string => {
    const name = `diagnostics/${String(attempt).padStart(3, '0')}-${reason}`;
    if (kept.has(reason)) return `${name}-again`;
    kept.add(reason);
    return name;
  };
  return {
    async keep(meeting, reason, error) {
      const name = nameOf(reason);
      const account = Buffer.from(JSON.stringify(accountOf(reason, error)));
      try {
        await store.put(`${name}.json`, account, 'application/json');
        if (meeting.isLost) return;
        for (const { kind, content_type, bytes } of await meeting.evidence())
          await store.put(`${name}.${kind}`, bytes, content_type);
      } catch (error) {
        log('no diagnostics could be kept', { reason, error });
      }
    },
  };
};
