/** A page of Jitsi Meet as far as its store and its conference go, typed from the reducers of jitsi-meet and from lib-jitsi-meet. */

type Listener = (...input: unknown[]) => void;

/** A conference, as `JitsiConference` of lib-jitsi-meet: what happens in it is told to those who listen. */
export const aConference = (name: string, isBreakoutRoom = false) => {
  const listeners = new Map<string, Listener[]>();
  return {
    on(event: string, listener: Listener): void {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    tell(event: string, ...input: unknown[]): void {
      for (const listener of listeners.get(event) ?? []) listener(...input);
    },
    getName: () => name,
    getBreakoutRooms: () => ({ isBreakoutRoom: () => isBreakoutRoom }),
  };
};

export const aParticipant = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  role: 'participant',
  ...more,
});

export const aTrack = (participantId: string, more: object = {}) => ({
  participantId,
  mediaType: 'audio',
  muted: false,
  local: false,
  ...more,
});

/** The page's handle, `APP`, with a store whose features are replaced as its reducers would replace them. */
export const aJitsiPage = () => {
  const listeners: (() => void)[] = [];
  let state: Record<string, unknown> = {
    'features/base/conference': {},
    'features/base/participants': { local: undefined, remote: new Map() },
    'features/base/tracks': [],
    'features/breakout-rooms': { rooms: {} },
    'features/chat': { messages: [] },
    'features/lobby': { knocking: false },
  };
  return {
    app: {
      store: {
        getState: () => state,
        subscribe: (listener: () => void) => void listeners.push(listener),
      },
    },
    get state() {
      return state;
    },
    set(feature: string, value: unknown): void {
      state = { ...state, [`features/${feature}`]: value };
      for (const listener of listeners) listener();
    },
  };
};
