/** People and their calendars, as a maker's service keeps them. A test writes the story; the facsimile tells it. */
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import { type Calendar, type Changed, createCalendar } from './calendar.ts';

export interface Account<F> {
  readonly email: string;
  /** The one that needs no name: Google's primary calendar, a mailbox's default one. */
  readonly calendar: Calendar<F>;
  addCalendar(name: string): Calendar<F>;
  /** The calendar is seen in this account too. */
  share(calendar: Calendar<F>): void;
  /** Deleted, or no longer shared. */
  removeCalendar(id: string): void;
  calendarOf(id: string): Calendar<F> | undefined;
  calendars(): Calendar<F>[];
}

export interface WorldOptions {
  readonly clock?: Clock;
  /** A change can be read only so much later; whoever watches is told at once. */
  readonly readableAfterMs?: number;
  /** How far ahead a change of a series is a change of each of its occurrences. */
  readonly horizonMs?: number;
  /** The id of a calendar that is not the account's first. */
  readonly calendarId: (n: number) => string;
  /** The id of an account's first calendar. */
  readonly firstCalendarId: (email: string) => string;
}

export interface World<F> {
  readonly clock: Clock;
  account(email: string, zone?: string): Account<F>;
  accountOf(email: string): Account<F> | undefined;
  /** Whoever sees a calendar. */
  emailsOf(calendarId: string): string[];
  onChange(listener: (changed: Changed) => void): void;
}

const yearMs = 366 * 86_400_000;

export const createWorld = <F extends object>(options: WorldOptions): World<F> => {
  const { clock = systemClock, readableAfterMs = 0, horizonMs = 2 * yearMs } = options;
  const accounts = new Map<string, Account<F>>();
  /** Who sees a calendar, by its id. */
  const viewers = new Map<string, Set<string>>();
  const listeners: ((changed: Changed) => void)[] = [];
  let calendarCount = 0;
  let eventCount = 0;

  const makeCalendar = (id: string, name: string, zone: string): Calendar<F> =>
    createCalendar<F>({
      id,
      name,
      zone,
      clock,
      readableAfterMs,
      horizonMs,
      nextId: () => {
        eventCount += 1;
        return `event${String(eventCount).padStart(8, '0')}`;
      },
      onChange: (changed) => {
        for (const listener of listeners) listener(changed);
      },
    });

  return {
    clock,
    account: (email, zone = 'Europe/Berlin') => {
      if (accounts.has(email)) throw new Error(`there is an account ${email} already`);
      const calendars = new Map<string, Calendar<F>>();
      const show = (calendar: Calendar<F>): Calendar<F> => {
        calendars.set(calendar.id, calendar);
        viewers.set(calendar.id, (viewers.get(calendar.id) ?? new Set()).add(email));
        return calendar;
      };
      const account: Account<F> = {
        email,
        calendar: show(makeCalendar(options.firstCalendarId(email), email, zone)),
        addCalendar: (name) => {
          calendarCount += 1;
          return show(makeCalendar(options.calendarId(calendarCount), name, zone));
        },
        share: (calendar) => {
          show(calendar);
        },
        removeCalendar: (id) => {
          calendars.delete(id);
          viewers.get(id)?.delete(email);
        },
        calendarOf: (id) => calendars.get(id),
        calendars: () => [...calendars.values()],
      };
      accounts.set(email, account);
      return account;
    },
    accountOf: (email) => accounts.get(email),
    emailsOf: (calendarId) => [...(viewers.get(calendarId) ?? [])],
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
};
