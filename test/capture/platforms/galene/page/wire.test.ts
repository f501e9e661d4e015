import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { messageOf, statusOf } from '../../../../../lib/capture/platforms/galene/page/wire.ts';
import { anyText, runs } from '../../../../lab/properties.ts';

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** What the reader promises, as a schema. */
const Word = z.string().catch('');
const Id = Word.transform((text) => text.slice(0, 256));
const Message = z.object({
  type: z.string(),
  kind: Word,
  error: Word,
  id: Id,
  source: Id,
  dest: Id,
  username: Id,
  replace: Id,
  label: Word,
  sdp: Word,
  token: Word,
  privileged: z.boolean().catch(false),
  permissions: z.array(z.string()).catch([]),
  value: Word.transform((text) => text.slice(0, 10_000)),
});

const GroupStatus = z.object({ authPortal: Word, authServer: Word });

const anyValue = fc.oneof(
  anyText,
  fc.boolean(),
  fc.jsonValue(),
  fc.array(fc.oneof(anyText, fc.constant(1)), { maxLength: 3 }),
  fc.constant('x'.repeat(20_000)),
);
const anyMessage = fc.oneof(
  fc.jsonValue(),
  fc.record(Object.fromEntries(Object.keys(Message.shape).map((name) => [name, anyValue])), { requiredKeys: [] }),
);

describe("a message of Galène's protocol", () => {
  it('is read as by a schema, whatever it is', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const parsed = JSON.parse(JSON.stringify(message));
        expect(messageOf(bytesOf(message))).toEqual(Message.safeParse(parsed).data);
      }),
      { numRuns: runs(100) },
    );
  });

  it('of a group is read as by a schema too', () => {
    const nothing = { portal: '', authServer: '' };
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ authPortal: anyValue, authServer: anyValue }, { requiredKeys: [] })),
        (status) => {
          const read = GroupStatus.safeParse(JSON.parse(JSON.stringify(status))).data;
          const told = read && { portal: read.authPortal, authServer: read.authServer };
          expect(statusOf(bytesOf(status))).toEqual(told ?? nothing);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(statusOf(new TextEncoder().encode('no JSON'))).toEqual(nothing);
  });

  it.each(['', 'null', '[]', '"joined"', '{', '{"kind":"join"}', '{"type":1}'])('is none: %s', (text) => {
    expect(messageOf(new TextEncoder().encode(text))).toBeUndefined();
  });

  it('has the members that it says, and none that every object has', () => {
    const read = messageOf(new TextEncoder().encode('{"type":"chat","__proto__":{"privileged":true,"kind":"kicked"}}'));
    expect(read).toMatchObject({ type: 'chat', kind: '', privileged: false });
  });
});
