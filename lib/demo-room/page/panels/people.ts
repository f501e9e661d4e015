import type { ClientMessage, Participant, RecordingStatus, WaitingPerson } from '../../protocol.ts';
import { button, byId, element } from '../dom.ts';

interface PeopleOptions {
  send(message: ClientMessage): void;
  isHost(): boolean;
}

/** The list of people, and for a host what others ask of them: to be let in, to record. */
export const createPeople = ({ send, isHost }: PeopleOptions) => {
  const list = byId('people');
  const requests = byId('host-requests');
  let waiting: WaitingPerson[] = [];
  let recordingAskedBy: string | undefined;

  const request = (
    data: Record<string, string>,
    name: string,
    wish: string,
    answers: HTMLButtonElement[],
  ): HTMLDivElement =>
    element('div', {
      class: 'request',
      data,
      children: [
        element('p', { class: 'wish', children: [element('strong', { text: name }), new Text(` ${wish}`)] }),
        ...answers,
      ],
    });

  const showRequests = (): void => {
    const toEnter = waiting.map(({ participant_id, name }) =>
      request({ 'waiting-id': participant_id, 'waiting-name': name }, name, 'wants to join', [
        button('Admit', () => send({ type: 'admit', participant_id }), {
          class: 'small accent',
          data: { answer: 'admit' },
          attributes: { 'aria-label': `Admit ${name}` },
        }),
        button('Refuse', () => send({ type: 'refuse', participant_id }), {
          class: 'small',
          data: { answer: 'refuse' },
          attributes: { 'aria-label': `Refuse ${name}` },
        }),
      ]),
    );
    const toRecord =
      recordingAskedBy === undefined
        ? []
        : [
            request({ 'recording-request': recordingAskedBy }, recordingAskedBy, 'asks to record this meeting', [
              button('Allow', () => send({ type: 'allow_recording' }), {
                class: 'small accent',
                data: { answer: 'allow_recording' },
              }),
              button('Refuse', () => send({ type: 'refuse_recording' }), {
                class: 'small',
                data: { answer: 'refuse_recording' },
              }),
            ]),
          ];
    requests.replaceChildren(...(isHost() ? [...toEnter, ...toRecord] : []));
  };

  const row = ({ participant_id, name, is_host }: Participant, self: string): HTMLLIElement =>
    element('li', {
      data: { 'person-name': name },
      children: [
        element('span', { class: 'person', text: participant_id === self ? `${name} (you)` : name }),
        ...(is_host ? [element('span', { class: 'tag', text: 'Host' })] : []),
        ...(isHost() && participant_id !== self
          ? [
              button('Remove', () => send({ type: 'remove', participant_id }), {
                class: 'small',
                data: { action: 'remove' },
                attributes: { 'aria-label': `Remove ${name}` },
              }),
            ]
          : []),
      ],
    });

  return {
    show: (participants: Participant[], self: string) => {
      list.replaceChildren(...participants.map((participant) => row(participant, self)));
      byId('people-count').textContent = String(participants.length);
    },
    setWaiting: (people: WaitingPerson[]) => {
      waiting = people;
      showRequests();
    },
    setRecording: (status: RecordingStatus, askedBy: string | undefined) => {
      recordingAskedBy = status === 'requested' ? (askedBy ?? 'Somebody') : undefined;
      showRequests();
    },
  };
};
