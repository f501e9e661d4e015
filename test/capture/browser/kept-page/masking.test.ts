import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMask,
  maskedData,
  maskedMarkup,
  namesAndTexts,
} from '../../../../lib/capture/browser/kept-page/masking.ts';
import { runs } from '../../../lab/properties.ts';

const mask = createMask({
  names: ['Ada Lovelace', 'Ben', 'Meeting Notes'],
  texts: ['the door code is under the mat'],
  secrets: ['hunter22'],
  words: new Set(['meeting', 'ended']),
});

describe('a mask', () => {
  it('gives everybody one number, by the whole name and by its parts', () => {
    expect(mask('Ada Lovelace, ADA and lovelace met Ben')).toBe('NAME-1, NAME-1 and NAME-1 met NAME-2');
  });

  it('leaves words alone that only hold a name, and those of signs', () => {
    expect(mask('A bench. The meeting ended. Meeting Notes left.')).toBe('A bench. The meeting ended. NAME-3 left.');
  });

  it('takes out what was written, addresses of mail, and secrets, known and by their look', () => {
    expect(
      mask(
        'ada@example.com wrote: The door code is under the mat. /j/1?pwd=abc123&x=1 hunter22 eyJhbGciOi.eyJzdWIi.c2ln',
      ),
    ).toBe('MAIL wrote: WRITTEN. /j/1?pwd=SECRET&x=1 SECRET SECRET');
    expect(mask('id 0f8b2a6c9d3e4f5a6b7c8d9e, and a sentence of ordinary length')).toBe(
      'id SECRET, and a sentence of ordinary length',
    );
  });

  it('takes out every address and every key, as plain expressions for them would, which long runs hold up', () => {
    const mail = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
    const key = /(?<![\w-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{20,}={0,2}/gi;
    const nobodys = createMask({ names: [], texts: [], secrets: [], words: new Set() });
    const part = fc.constantFrom('@', '.', '@b.c', '+', '-', '=', ' ', 'é', 'a', '1', 'a1a1a1a1a1', 'aaaaaaaaaa', '"');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(nobodys(text)).toBe(text.replaceAll(mail, 'MAIL').replaceAll(key, 'SECRET'));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each(['a', '+a', '.a', 'a@'])(
    'gets through a very long run that is neither an address nor a key: of %j',
    (part) => {
      const long = part.repeat(1_000_000 / part.length);
      expect(mask(long) === long).toBe(true);
    },
  );

  it('takes out what was written in words of signs too, and leaves what the page says itself', () => {
    const heard = createMask({
      names: ['Host'],
      texts: ['the host has left', 'left', '✋✋✋'],
      secrets: [],
      words: new Set(['the', 'host', 'has', 'left']),
      isOwn: (part, text) => text === 'You left' && part === 'left',
    });
    expect(['You left', 'I left. The host has left ✋✋✋', 'Host'].map(heard)).toEqual([
      'You left',
      'I WRITTEN. WRITTEN WRITTEN',
      'NAME-1',
    ]);
  });

  it('leaves markup what it is, whatever people are called or have said', () => {
    const said = createMask({
      names: ['Button', 'Label Main'],
      texts: ['data', 'class', 'left', 'Tom & "Ada" > Ben'],
      secrets: [],
      words: new Set(),
    });
    const page =
      '<!doctype html>\n<main><button data-tid="a" class="left main" title="Tom &amp; &quot;Ada&quot; > Ben" hidden="">data</button>';
    expect(maskedMarkup(`${page}Tom &amp; "Ada" &gt; Ben&nbsp;&lt;b&gt; Main</main><b title="left`, said)).toBe(
      '<!doctype html>\n<main><button data-tid="a" class="left main" title="WRITTEN" hidden="">WRITTEN</button>' +
        'WRITTEN&nbsp;&lt;b&gt; NAME-2</main>&lt;b title=&quot;WRITTEN',
    );
  });

  it('takes what people are called for words, not for patterns', () => {
    const strange = createMask({ names: ['(.*)', 'a|b'], texts: [], secrets: [], words: new Set() });
    expect(strange('(.*) is a|b, and everything else stays')).toBe('NAME-1 is NAME-2, and everything else stays');
  });

  it('goes through data, whatever is in a name', () => {
    const strange = createMask({ names: ['Ada "A" Lovelace'], texts: ['", "x": "'], secrets: [], words: new Set() });
    expect(
      maskedData({ looks: [{ by: 'Ada "A" Lovelace', at_ms: 3 }], said: '", "x": "', none: null }, strange),
    ).toEqual({ looks: [{ by: 'NAME-1', at_ms: 3 }], said: 'WRITTEN', none: null });
  });

  it('is for pictures the list of what must not be seen', () => {
    expect(
      namesAndTexts({ names: ['Ada Lovelace', '', 'Al'], texts: ['Hello all'], words: new Set(['lovelace']) }),
    ).toEqual(['ada lovelace', 'ada', 'hello all']);
  });
});
