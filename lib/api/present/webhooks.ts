/** What people see of webhooks. */
import { isEnough, type Role } from '../../domain/access/roles.ts';
import type { DeliveryAttempt } from '../../domain/webhook/webhook-delivery.ts';

interface Addressed {
  readonly url: string;
}

/** Addresses may hold secrets: they are for those who may have something sent there. Viewers see whose each is. */
const maySeeAddresses = (role: Role): boolean => isEnough(role, 'member');

export const presentSubscription = <S extends Addressed>(subscription: S, role: Role): S =>
  maySeeAddresses(role) ? subscription : { ...subscription, url: new URL(subscription.url).origin };

/** What a server answered may hold what it was sent, or secrets of its own. */
export const presentDelivery = <D extends Addressed & { readonly attempts: readonly DeliveryAttempt[] }>(
  delivery: D,
  role: Role,
): D =>
  maySeeAddresses(role)
    ? delivery
    : {
        ...presentSubscription(delivery, role),
        attempts: delivery.attempts.map(({ response, ...attempt }) => attempt),
      };
