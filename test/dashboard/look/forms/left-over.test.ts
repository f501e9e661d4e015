import { expect, it } from 'vitest';
import { leftOver } from '../../../../dashboard/look/forms/left-over.ts';

it('what was typed while a form was being sent stays in it; what was sent does not', () => {
  const [blank, sent] = [
    { to: 'everyone', message: '' },
    { to: 'host', message: 'Hello' },
  ];
  expect(leftOver(sent, sent, blank)).toEqual(blank);
  expect(leftOver({ ...sent, message: 'And' }, sent, blank)).toEqual({ to: 'everyone', message: 'And' });
});
