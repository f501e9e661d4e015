import { beforeEach, describe, expect, it } from 'vitest';
import { begin, hear, look, lookFor, texts, told, wait } from './a-captioned-meeting.ts';

beforeEach(begin);

describe('the captions of a Google Meet that has a channel of them', () => {
  it('are those of the channel, and not those of the page beside it', () => {
    look(['Ada', 'Good']);
    hear('Ada', 1, 'Good morning.');
    look(['Ada', 'Good morning.']);
    lookFor(20_000, ['Ada', 'Good morning.']);
    hear('Ben', 2, 'Hello.');
    lookFor(20_000, ['Ada', 'Good morning.'], ['Ben', 'Hello.']);
    expect(texts()).toEqual(['Good morning.', 'Hello.']);
  });

  it('are those of the page where the channel brings none, or only what nobody says', () => {
    hear('nobody', 1, 'en-US');
    lookFor(3_000, ['Ada', 'Good morning.']);
    expect(texts()).toEqual([]);
    look(['Ada', 'Good morning.']);
    expect(texts()).toEqual(['Good morning.']);
  });

  it('are those of the page from when it showed them where there is no channel, also what is gone since', () => {
    lookFor(2_500, ['Ada', 'Good morning.']);
    lookFor(1_500, ['Ben', 'Hello.']);
    expect(told().map(({ text, start_ms }) => [text, start_ms])).toEqual([
      ['Good morning.', 98_500],
      ['Hello.', 101_000],
    ]);
  });

  it('are told once where the channel brings a part of what the page has told', () => {
    lookFor(4_000, ['Ada', 'Hello. Good morning, everybody. Shall we begin now?']);
    hear('Ada', 2, 'Good morning, everybody.', 'captions', true);
    hear('Ada', 3, 'Shall we begin now?', 'captions', true);
    expect(texts()).toEqual(['Hello. Good morning, everybody. Shall we begin now?']);
  });

  it('lack no short ones that are said anew', () => {
    lookFor(4_000, ['Ada', 'Yes, I think so.']);
    hear('Ada', 2, 'Well, no.');
    lookFor(5_000);
    hear('Ada', 3, 'Yes.');
    lookFor(3_000);
    hear('Ada', 4, 'I think so.', 'captions', true);
    expect(texts()).toEqual(['Yes, I think so.', 'Well, no.', 'Yes.', 'I think so.']);
  });

  it('lack no long ones that are said again', () => {
    const line = 'Let us make a break of five minutes now.';
    lookFor(4_000, ['Ada', line]);
    hear('Ben', 1, 'Sorry?');
    hear('Ada', 2, line);
    lookFor(4_000);
    hear('Ada', 3, line);
    expect(texts()).toEqual([line, 'Sorry?', line]);
  });

  it('are told once where the channel brings them late, word by word, once the page was read', () => {
    lookFor(4_000, ['Ada', 'Hello. Good morning, everybody.']);
    for (const text of ['Hello.', 'Hello. Good', 'Hello. Good morning, everybody.']) hear('Ada', 1, text);
    expect(texts()).toEqual(['Hello. Good morning, everybody.']);
    for (const text of ['Good', 'Good morning,', 'Good morning, everybody. Shall']) hear('Ada', 2, text);
    expect(texts()).toEqual(['Hello. Good morning, everybody.', 'Shall']);
    hear('Ada', 3, 'Good');
    hear('Ada', 3, 'Good, then.');
    expect(texts().slice(2)).toEqual(['Good, then.']);
  });
});

describe('the captions of a Google Meet whose channel falls silent', () => {
  const silence = (): void => {
    hear('Ada', 1, 'Good');
    look(['Ada', 'Good']);
    hear('Ada', 1, 'Good morning, everybody.');
    look(['Ada', 'Good morning, everybody.']);
  };

  it('are those of the page once that has had new words for three seconds; nothing is told twice', () => {
    silence();
    lookFor(5_000, ['Ada', 'Good morning, everybody.']);
    lookFor(1_000, ['Ada', 'Good morning, everybody. Shall']);
    lookFor(2_000, ['Ada', 'Good morning, everybody. Shall we'], ['Ben', 'Yes.']);
    expect(texts()).toEqual(['Good morning, everybody.']);
    look(['Ada', 'Good morning, everybody. Shall we'], ['Ben', 'Yes.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we', 'Yes.']);
    wait(250);
    look(['Ada', 'Good morning, everybody. Shall we begin?'], ['Ben', 'Yes.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we begin?', 'Yes.']);
  });

  it('lack nothing that the page has shown meanwhile', () => {
    silence();
    wait(2_000);
    lookFor(5_000, ['Ada', 'Good morning, everybody. Shall we begin?'], ['Ben', 'Yes.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we begin?', 'Yes.']);
  });

  it('lack nothing that the page shows right after what the channel has brought last', () => {
    silence();
    wait(1_000);
    look(['Ada', 'Good morning, everybody. We have lost it.']);
    lookFor(8_000, ['Ada', 'Good morning, everybody. We have lost it. Any questions?']);
    expect(texts()).toEqual(['Good morning, everybody.', 'We have lost it. Any questions?']);
  });

  it('lack nothing either where the page shows that below another caption, or in its place', () => {
    silence();
    wait(1_000);
    look(['Ada', 'We have lost it.']);
    lookFor(8_000, ['Ada', 'We have lost it.'], ['Ben', 'No!']);
    expect(texts()).toEqual(['Good morning, everybody.', 'We have lost it.', 'No!']);
  });

  it('lack nothing that the page has shown and dropped since', () => {
    silence();
    wait(2_000);
    lookFor(2_000, ['Ada', 'We have lost it.']);
    lookFor(5_000, ['Ben', 'No!']);
    expect(texts()).toEqual(['Good morning, everybody.', 'We have lost it.', 'No!']);
  });

  it('are not retold where the page shows a last word late', () => {
    silence();
    hear('Ada', 2, 'Yes.');
    wait(1_600);
    lookFor(10_000, ['Ada', 'Good morning, everybody. Yes.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Yes.']);
  });

  it('are those of the channel where the page is only some seconds ahead of it', () => {
    silence();
    wait(2_000);
    lookFor(2_500, ['Ada', 'Good morning, everybody. Shall we begin?']);
    hear('Ada', 1, 'Good morning, everybody. Shall we');
    lookFor(20_000, ['Ada', 'Good morning, everybody. Shall we']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we']);
  });

  it('are not retold where the page goes on with them and corrects their end', () => {
    hear('Ada', 1, 'We have grown by twenty');
    look(['Ada', 'We have grown by twenty']);
    lookFor(4_000, ['Ada', 'We have grown by 20 percent.']);
    expect(texts()).toEqual(['We have grown by twenty', 'percent.']);
  });

  it('are not retold where somebody says so little that it is within what they said before', () => {
    silence();
    hear('Ada', 2, 'Yes.');
    lookFor(1_000, ['Ada', 'Good morning, everybody.'], ['Ada', 'Yes.']);
    lookFor(4_000, ['Ada', 'Good morning, everybody.'], ['Ada', 'Yes.'], ['Ben', 'Hello.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Yes.', 'Hello.']);
  });

  it('are not retold where nobody could look at the page for a while', () => {
    silence();
    hear('Ben', 2, 'Yes, let us begin.');
    wait(20_000);
    lookFor(5_000, ['Ada', 'Good morning, everybody.'], ['Ben', 'Yes, let us begin.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Yes, let us begin.']);
  });

  it('lack nothing that is said again in the same words', () => {
    silence();
    const before = ['Ada', 'Good morning, everybody.'] as const;
    lookFor(5_000, before);
    lookFor(4_000, before, before);
    expect(texts()).toEqual(['Good morning, everybody.', 'Good morning, everybody.']);
  });

  it('are not retold where the page shows them late, otherwise, or in other pieces', () => {
    silence();
    hear('Ben', 2, 'Yes, of course.');
    hear('Ada', 3, 'Then let us begin.');
    lookFor(2_000);
    lookFor(6_000, ['Ada', 'Good morning everybody'], ['Ben', 'Yes, of course'], ['Ada', 'Then let us begin']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Yes, of course.', 'Then let us begin.']);
    lookFor(6_000, ['Ada', 'Good morning everybody. Then let us begin. First:'], ['Ben', 'Yes, of course.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Yes, of course.', 'Then let us begin.', 'First:']);
  });

  it('are those of the channel again once it brings some, without what the page has told', () => {
    silence();
    wait(6_000);
    lookFor(4_000, ['Ada', 'Good morning, everybody. Shall we begin?'], ['Ben', 'Yes, let us']);
    hear('Ada', 1, 'Good morning, everybody. Shall we begin? First');
    hear('Ben', 2, 'Yes, let us begin.');
    look(['Ada', 'Good morning, everybody. Shall we begin? First'], ['Ben', 'Yes, let us begin.']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we begin?', 'Yes, let us', 'First', 'begin.']);
    wait(40_000);
    hear('Ben', 3, 'Yes, let us.');
    expect(texts().slice(5)).toEqual(['Yes, let us.']);
  });

  it('stay those of the channel where nobody says anything more, whatever sign the page sets later', () => {
    silence();
    lookFor(30_000, ['Ada', 'Good morning, everybody!']);
    hear('Ada', 2, 'Shall we?');
    lookFor(4_000, ['Ada', 'Good morning, everybody! Shall we?']);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we?']);
  });
});

describe('the captions of a Google Meet that has two channels of them', () => {
  const sayOnBoth = (of: string, id: number, text: string): void => {
    hear(of, id, text);
    wait(40);
    hear(of, 500 + id, text, 'captions_v2');
    wait(300);
    look();
  };

  it('are those of the one that brings some', () => {
    hear('Ada', 1, 'Good morning.', 'captions_v2');
    lookFor(20_000, ['Ada', 'Good morning.']);
    hear('Ben', 2, 'Hello.', 'captions_v2');
    lookFor(20_000, ['Ada', 'Good morning.'], ['Ben', 'Hello.']);
    expect(texts()).toEqual(['Good morning.', 'Hello.']);
  });

  it('are told once where both bring the same, whichever is the first to, also after a silence', () => {
    sayOnBoth('Ada', 1, 'Good');
    sayOnBoth('Ada', 1, 'Good morning, everybody.');
    sayOnBoth('Ben', 2, 'Hello.');
    lookFor(60_000);
    hear('Ada', 501, 'Good morning, everybody. Shall we', 'captions_v2');
    wait(40);
    sayOnBoth('Ada', 1, 'Good morning, everybody. Shall we begin?');
    lookFor(10_000);
    expect(texts()).toEqual(['Good morning, everybody.', 'Hello.', 'Shall we begin?']);
  });

  it('are those of the other once that has had new words for three seconds; nothing is told twice', () => {
    sayOnBoth('Ada', 1, 'Good morning, everybody.');
    lookFor(4_000);
    hear('Ada', 501, 'Good morning, everybody. Shall', 'captions_v2');
    hear('Ben', 502, 'Yes.', 'captions_v2');
    lookFor(2_000);
    hear('Ada', 501, 'Good morning, everybody. Shall we begin?', 'captions_v2');
    lookFor(1_000);
    expect(texts()).toEqual(['Good morning, everybody.']);
    look();
    hear('Ada', 501, 'Good morning, everybody. Shall we begin? First', 'captions_v2');
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we begin? First', 'Yes.']);
    hear('Ada', 1, 'Good morning, everybody. Shall we begin?');
    lookFor(4_000);
    expect(texts()).toEqual(['Good morning, everybody.', 'Shall we begin? First', 'Yes.']);
  });

  it('lack nothing that the other brings right after what the one has brought last', () => {
    sayOnBoth('Ada', 1, 'Good morning.');
    hear('Ben', 502, 'Shall we begin?', 'captions_v2', true);
    wait(3_000);
    hear('Ada', 503, 'Yes, please.', 'captions_v2', true);
    lookFor(3_000);
    expect(texts()).toEqual(['Good morning.', 'Shall we begin?', 'Yes, please.']);
  });

  it('lack no short ones that are said anew to the other', () => {
    sayOnBoth('Ada', 1, 'Yes, I agree with that.');
    wait(3_000);
    hear('Ben', 502, 'Good', 'captions_v2');
    wait(1_600);
    hear('Ben', 502, 'Good, then who is against?', 'captions_v2');
    lookFor(4_000);
    hear('Ada', 503, 'I agree.', 'captions_v2');
    lookFor(4_000);
    expect(texts()).toEqual(['Yes, I agree with that.', 'Good, then who is against?', 'I agree.']);
  });
});
