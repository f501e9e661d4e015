/** A meeting of Teams': second devices, people in its lobby, and where its pages differ, beside what every meeting has. */
import { randomUUID } from 'node:crypto';
import { type EnterOptions, FacsimileMeeting, type Member, type Message } from '../meeting.ts';
import { personId, type RosterMember } from './wire.ts';

/**
 * Where captions are turned on: below "Language and speech", or, since their redesign of 2026, in the menu itself, or in the
 * toolbar, where they were pinned to it. Since then its label does not say what it does. Those pages show captions only once
 * somebody has said something.
 */
export type CaptionsPlace = 'language' | 'menu' | 'toolbar';

/** The answer of the conversation itself, that of the request before it, or what the page's own call has, and no answer. */
export type PeopleToldBy = 'conversation' | 'start' | 'call';

/** Those of the lobby are numbered apart. */
const firstInLobby = 500;
const firstInCrowd = 10_000;

/** By a worker of the page's, or over its call socket. */
export type ChatToldBy = 'worker' | 'socket';

export class TeamsMeeting extends FacsimileMeeting {
  captionsPlace: CaptionsPlace = 'language';
  /** Where it comes over the socket, pages show the visitor's own messages only, so that nothing else is read there. */
  chatBy: ChatToldBy = 'worker';
  /** Its pages keep no call within reach, and are not told of the chat, which they show. */
  keepsToItself = false;
  /** From where its pages know who was there before them. */
  toldBy: PeopleToldBy = 'conversation';
  /** Of whom pages are told, and whom they do not draw, as they show few of many. */
  crowd: readonly Member[] = [];
  readonly #twice = new Set<string>();
  #lobby: readonly Member[] = [];
  /** Who was ever in it. */
  readonly #names = new Map<string, string>();
  readonly #numbers = new Map<string, number>();
  #newest = 0;

  constructor(url: string) {
    super(url, personId);
  }

  override enter(name: string, options?: EnterOptions): Member {
    const member = super.enter(name, options);
    this.#names.set(member.id, name);
    return member;
  }

  /** Somebody joins with a second device, and is one person still. */
  addDevice(id: string): void {
    this.#twice.add(id);
    this.changed();
  }

  /** Somebody waits in the lobby, until they `enter` under their id. */
  wait(name: string): Member {
    const number = firstInLobby + this.#lobby.length;
    const uses = { camera: false, microphone: false, screen: false };
    const member = { id: personId(number), name, number, uses, isHost: false, isGuest: true };
    this.#lobby = [...this.#lobby, member];
    this.changed();
    return member;
  }

  /** Somebody in a room, whose voice its device knows: captions name them, and the list has the room only. Answers their id. */
  knowVoice(name: string): string {
    const id = `${randomUUID()}@local`;
    this.#names.set(id, name);
    return id;
  }

  /** So many more have come before all others, and say nothing. */
  fill(count: number): void {
    const uses = { camera: false, microphone: false, screen: false };
    this.crowd = Array.from({ length: count }, (_, index) => {
      const number = firstInCrowd + index;
      return { id: personId(number), name: `Guest ${number}`, number, uses, isHost: false, isGuest: true };
    });
    this.changed();
  }

  /** Everybody in it, and in its lobby. */
  get roster(): RosterMember[] {
    const inside = [...this.crowd, ...this.members].map((member) => ({
      member,
      hasSecond: this.#twice.has(member.id),
    }));
    const outside = this.#lobby.filter(({ id }) => !this.member(id));
    return [...inside, ...outside.map((member) => ({ member, hasSecond: false, isWaiting: true }))];
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? '';
  }

  /** Servers number messages by when they came. */
  numberOf({ id, at_ms }: Message): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#newest = Math.max(this.#newest + 1, at_ms);
    this.#numbers.set(id, this.#newest);
    return this.#newest;
  }
}
