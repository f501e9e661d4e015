import { expect, it } from 'vitest';
import { TranscriptionSettings } from '../../../lib/domain/bot/settings.ts';

it('a property of custom_async may have any name but those of the fields that are sent with every piece', () => {
  const properties = { language: 'de', temperature: 0.5, diarise: true };
  expect(TranscriptionSettings.parse({ custom_async: properties })).toEqual({ custom_async: properties });
  for (const name of ['audio', 'sample_rate']) {
    const { error } = TranscriptionSettings.safeParse({ custom_async: { [name]: 'x' } });
    expect(error?.message).toContain('is a field of the form already');
  }
});
