/** A meeting of a facsimile: who is in it and what they do. A test directs it here, never in a page. */
import { randomUUID } from 'node:crypto';
import { until } from '../../lab/until.ts';
import { pictureFor } from './media/pictures.ts';
import { type Saying, startTalk, type Talk } from './media/talk.ts';
import type { OwnDevice } from './stage/protocol.ts';

const pictureEveryMs = 200;

export interface Member {
  /** As the platform's wire has it. */
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** Of the order in which people came: sources, streams and pictures are numbered by it. */
  readonly number: number;
  /** What they use, and send. */
  readonly uses: Record<OwnDevice, boolean>;
  /** A bot, in a page; else somebody whom a test plays. */
  readonly isGuest: boolean;
}

export interface Message {
  readonly id: string;
  readonly from: string;
  /** Whose it is, or everybody's. */
  readonly to: string;
  readonly text: string;
  readonly at_ms: number;
  readonly isEdited: boolean;
  /** The id of the message in whose thread it stands. */
  readonly answers?: string;
  readonly isDeleted?: boolean;
}

/** What was said and written down; it comes again with a higher version while it is not final. */
export interface Caption {
  readonly id: string;
  readonly from: string;
  readonly version: number;
  readonly text: string;
  readonly isFinal: boolean;
  readonly start_ms: number;
  readonly duration_ms: number;
}

/** As many as a page shows, the last of them: a caption takes the place of what it said before. */
export const shownWith = (shown: readonly Caption[], caption: Caption, most: number): readonly Caption[] =>
  [...shown.filter(({ id }) => id !== caption.id), caption].slice(-most);

/** What platforms tell their pages. */
export interface MeetingListener {
  people?(): void;
  message?(message: Message): void;
  caption?(caption: Caption): void;
  /** Five times a second: everybody's picture, of those who use a camera or share a screen. */
  pictures?(
    shown: readonly { readonly member: Member; readonly kind: 'camera' | 'screen'; readonly picture: Uint8Array }[],
  ): void;
}

export interface EnterOptions {
  readonly isHost?: boolean;
  readonly camera?: boolean;
  readonly isGuest?: boolean;
  /** As the platform's wire has it; made by the platform's rule where it is absent. */
  readonly id?: string;
}

/** What a press of the join button leads to: inside, into the lobby, or to a page by its name. */
export type Door = 'open' | 'lobby' | { readonly page: string };

export class FacsimileMeeting implements Disposable {
  readonly url: string;
  readonly talk: Talk = startTalk();
  door: Door = 'open';
  /** The page that is there in place of the form, by its name. */
  opensWith: string | undefined;
  /** Whether guests may write. */
  chatIsOpen = true;
  readonly messages: Message[] = [];
  readonly #idOf: (number: number) => string;
  readonly #members = new Map<string, Member>();
  readonly #listeners = new Set<MeetingListener>();
  readonly #timer: ReturnType<typeof setInterval>;
  #came = 0;
  #captions = 0;

  /** `idOf`: what the platform calls the first who comes, the second … */
  constructor(url: string, idOf: (number: number) => string) {
    this.url = url;
    this.#idOf = idOf;
    this.#timer = setInterval(() => this.#showPictures(), pictureEveryMs);
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  member(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /** Answers how to cease. */
  listen(listener: MeetingListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  enter(name: string, { isHost = false, camera = false, isGuest = false, id }: EnterOptions = {}): Member {
    this.#came += 1;
    const uses = { camera, microphone: false, screen: false };
    const member = { id: id ?? this.#idOf(this.#came), name, isHost, number: this.#came, uses, isGuest };
    this.#members.set(member.id, member);
    this.changed();
    return member;
  }

  leave(id: string): void {
    if (this.#members.delete(id)) this.changed();
  }

  /** Somebody turns a device of theirs. */
  use(id: string, device: OwnDevice, on: boolean): void {
    const member = this.#members.get(id);
    if (!member) throw new Error(`${id} is not in the meeting`);
    member.uses[device] = on;
    this.changed();
  }

  write(from: string, text: string, to = 'everyone'): Message {
    const message = { id: randomUUID(), from, to, text, at_ms: Date.now(), isEdited: false };
    return this.#tell(message);
  }

  /** In the thread of a message, to whom that was. */
  answer(from: string, { id, from: asked, to }: Message, text: string): Message {
    const reader = to === from ? asked : to;
    const message = { id: randomUUID(), from, to: reader, text, at_ms: Date.now(), isEdited: false, answers: id };
    return this.#tell(message);
  }

  delete({ id }: Message): void {
    const index = this.messages.findIndex((message) => message.id === id);
    const before = this.messages[index];
    if (before) this.messages[index] = { ...before, isDeleted: true };
    this.changed();
  }

  #tell(message: Message): Message {
    this.messages.push(message);
    for (const { message: hear } of this.#listeners) hear?.(message);
    return message;
  }

  /** Changes what somebody wrote before. */
  edit(from: string, text: string, changed: string): void {
    const index = this.messages.findLastIndex((message) => message.from === from && message.text === text);
    const before = this.messages[index];
    if (!before) throw new Error(`${from} has not written '${text}'`);
    const after = { ...before, text: changed, isEdited: true };
    this.messages[index] = after;
    for (const { message: hear } of this.#listeners) hear?.(after);
  }

  /** Captions of something that is being said: each text replaces the one before, and the last is final. */
  caption(from: string, ...texts: readonly [string, ...string[]]): void {
    this.#captions += 1;
    const id = String(this.#captions);
    const start_ms = Date.now();
    for (const [index, text] of texts.entries()) {
      const isFinal = index === texts.length - 1;
      const caption = { id, from, version: index + 1, text, isFinal, start_ms, duration_ms: 800 };
      for (const { caption: hear } of this.#listeners) hear?.(caption);
    }
  }

  say(id: string, clip: string): Promise<Saying> {
    return this.talk.say(id, clip);
  }

  /** The next message that somebody can read and has not read yet; `read`: how many they have read. */
  async read(id: string, read: number): Promise<string> {
    const readable = (): Message[] =>
      this.messages.filter(({ from, to }) => from !== id && (to === 'everyone' || to === id));
    return (await until(readable, ({ length }) => length > read))[read]?.text ?? '';
  }

  /** Says to all pages that somebody or something is different. */
  changed(): void {
    for (const { people } of this.#listeners) people?.();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.talk[Symbol.dispose]();
  }

  #showPictures(): void {
    const shown = this.members
      .filter(({ isGuest }) => !isGuest)
      .flatMap((member) =>
        (['camera', 'screen'] as const)
          .filter((kind) => member.uses[kind])
          .map((kind) => ({ member, kind, ...pictureFor(member.number + (kind === 'screen' ? 4 : 0)) })),
      );
    if (shown.length > 0) for (const { pictures } of this.#listeners) pictures?.(shown);
  }
}
