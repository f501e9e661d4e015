/** What an entry's wire still says at its end: some facts are about now, and are over when the next one comes. */
interface Fact {
  readonly kind: string;
}

/** By fact: what is over once it has come. */
const over: Readonly<Record<string, readonly string[]>> = {
  'jitsi.state': ['jitsi.state'],
  'galene.join': ['galene.fail', 'galene.kicked', 'galene.leave', 'galene.socket_closed', 'galene.unanswered'],
  'galene.status': ['galene.status'],
  'meet.peer_connections': ['meet.peer_connections'],
  'meet.self_status': ['meet.self_status'],
  'teams.peer_connections': ['teams.peer_connections'],
  'teams.unread': ['teams.unread'],
  'meet.resolved': ['meet.resolved'],
  'livekit.joined': ['livekit.connecting'],
  'livekit.connected': ['livekit.connecting', 'livekit.joined', 'livekit.reconnecting'],
};

/** What is typed by hand in short, as the adapter tells it (test/corpus/README.md). */
const inFull: Readonly<Record<string, Fact & Readonly<Record<string, unknown>>>> = {
  'jitsi.destroyed': { kind: 'jitsi.failed', error: 'conference.destroyed' },
  'jitsi.graceful_shutdown': { kind: 'jitsi.failed', error: 'conference.gracefulShutdown' },
};

export const whatHolds = <F extends Fact>(wire: readonly F[]): F[] =>
  wire
    .filter(({ kind }, at) => !wire.slice(at + 1).some((later) => over[later.kind]?.includes(kind)))
    .map((fact) => ({ ...fact, ...inFull[fact.kind] }));
