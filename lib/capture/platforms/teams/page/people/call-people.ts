/** Who is in the page's own call: all that it knows, however it was told (att; MB#331). */
import { shortText } from '../../../page/short-text.ts';
import { fieldsOf, objectOf, textOf } from '../../../page/told-json.ts';
import { type CallHolder, callIn, ifAny } from '../call/page-call.ts';
import type { TeamsMember } from './roster.ts';
import { isHostBy, type SourceOwner, sourcesIn } from './roster-entries.ts';

const mostPeople = 1_000;
const askAgainMs = 2_000;

/** Undefined of whoever has no name, or is there by no device. */
const memberOf = (value: unknown): TeamsMember | undefined => {
  const { id, displayName, meetingRole, endpoints } = fieldsOf(value);
  const [known_id, name] = [shortText(textOf(id)), shortText(textOf(displayName))];
  const { endpointDetails } = fieldsOf(endpoints);
  const devices = Array.isArray(endpointDetails) ? endpointDetails : [];
  const isThere = devices.some((device) => Array.isArray(objectOf(device)?.mediaStreams));
  if (known_id === '' || name === '' || !isThere) return undefined;
  return { id: known_id, name, isHost: isHostBy(meetingRole) === true, sources: sourcesIn(devices) };
};

export const callPeopleIn = (page: CallHolder): TeamsMember[] =>
  ifAny(() => {
    const { participants } = callIn(page) ?? {};
    return Array.isArray(participants) ? participants.slice(0, mostPeople).flatMap((one) => memberOf(one) ?? []) : [];
  }) ?? [];

/** Whose a source is, by the page's own call, of which another one may give it to somebody else; asked often. */
export const createCallSources = (page: CallHolder, now: () => number) => {
  let asked_ms = Number.NEGATIVE_INFINITY;
  let call: unknown;
  let owners: ReadonlyMap<string, SourceOwner> = new Map();
  return (source: string): SourceOwner | undefined => {
    const call_now = ifAny(() => callIn(page));
    if (call_now !== call || now() - asked_ms >= askAgainMs) {
      call = call_now;
      asked_ms = now();
      owners = new Map(
        callPeopleIn(page).flatMap(({ id, sources }) =>
          sources.map((one) => [one.id, { id, kind: one.kind }] as const),
        ),
      );
    }
    return owners.get(source);
  };
};
