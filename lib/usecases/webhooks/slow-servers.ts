import { originOf, slowAfterMs, slowForSeconds, type WebhookAnswer } from '../../domain/webhook/webhook-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';

export interface SlowServersPorts {
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'noteSlow'>;
  readonly clock: Clock;
  /** Told when a server could not be noted down as slow: a delay for others, no loss. */
  readonly onFault: (error: unknown) => void;
  readonly slow_after_ms?: number;
}

/**
 * Notices servers that are slow to answer, while a request still waits for them. From then on messages to them go into the
 * slow lane: in this function at once, in every other one when it reads the table again.
 */
export const createSlowServers = (ports: SlowServersPorts) => {
  const { subscriptions, clock, onFault, slow_after_ms = slowAfterMs } = ports;
  const slowUntil = new Map<string, number>();
  const keyOf = (projectId: string, origin: string): string => `${projectId} ${origin}`;

  const note = (projectId: string, origin: string): void => {
    const now = clock.now().getTime();
    const key = keyOf(projectId, origin);
    // Noted down again only when half of its time is over, so that a dead server costs few writes.
    if ((slowUntil.get(key) ?? 0) - now > slowForSeconds * 500) return;
    for (const [known, until] of slowUntil) if (until <= now) slowUntil.delete(known);
    const until = now + slowForSeconds * 1000;
    slowUntil.set(key, until);
    subscriptions.noteSlow(projectId, origin, new Date(until)).catch((error: unknown) => {
      slowUntil.delete(key);
      onFault(error);
    });
  };

  return {
    isSlow: (projectId: string, origin: string): boolean =>
      (slowUntil.get(keyOf(projectId, origin)) ?? 0) > clock.now().getTime(),

    /** Sends, and notes the server if that takes long. */
    async watch(
      { project_id, url }: { readonly project_id: string; readonly url: string },
      send: () => Promise<WebhookAnswer>,
    ): Promise<WebhookAnswer> {
      const timer = setTimeout(() => note(project_id, originOf(url)), slow_after_ms);
      try {
        return await send();
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
export type SlowServers = ReturnType<typeof createSlowServers>;
