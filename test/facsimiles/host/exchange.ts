/** A request as it came over the wire, and what goes back. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(value),
});

export const noContent: Answer = { status: 204, headers: {}, body: '' };

/** What JSON says, or undefined where it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1). */
export const bearerOf = (asked: Asked): string | undefined =>
  /^Bearer ([\w.~+/-]+=*)$/.exec(asked.headers.authorization ?? '')?.[1];
