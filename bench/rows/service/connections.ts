/** Row 33: tokens that many need at a time, and how soon the service follows what the platform tells of a user. */
import { aUser } from '../../../test/facsimiles/conf/people.ts';
import { renewTokens } from '../../../test/lab/worlds/connections/renewed-tokens.ts';
import type { Row } from '../../row.ts';
import { aHomeWithApp } from '../../worlds/home-with-app.ts';

const processes = 50;
const rounds = 1_000;

const renewed = async (): Promise<string> => {
  const { requests, disagreed } = await renewTokens(processes, rounds);
  const figure = `${requests.toLocaleString('en')} requests, ${disagreed} rounds with two tokens`;
  if (requests !== rounds || disagreed > 0) throw new Error(figure);
  return `0 of ${rounds.toLocaleString('en')}; ${figure}`;
};

const removals = 50;
const proofs = 200;

const middleAndWorst = (values: readonly number[], digits: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const [middle = Number.NaN, worst = Number.NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${middle.toFixed(digits)}, ${worst.toFixed(digits)}`;
};

const followed = async (): Promise<string> => {
  await using there = await aHomeWithApp();
  const { conf, app, client } = there;
  const user = aUser();
  const seconds: number[] = [];
  for (let n = 0; n < removals; n += 1) {
    const body = { authorization_code: conf.authorise(user), redirect_uri: app.redirect_uris[0] ?? '' };
    await client.createConnection({ body });
    const told = there.told();
    const began_ms = performance.now();
    await conf.removeApp(user, app);
    await told;
    seconds.push((performance.now() - began_ms) / 1000);
  }
  if (Math.max(...seconds) > 5) throw new Error(middleAndWorst(seconds, 2));
  return middleAndWorst(seconds, 2);
};

const proven = async (): Promise<string> => {
  await using there = await aHomeWithApp();
  const ms: number[] = [];
  for (let n = 0; n < proofs; n += 1) {
    const began_ms = performance.now();
    if (!(await there.conf.validate(there.app))) throw new Error('the address did not prove that it knows the secret');
    ms.push(performance.now() - began_ms);
  }
  // The first one is not warm.
  const warm = ms.slice(1);
  if (Math.max(...warm) > 300) throw new Error(middleAndWorst(warm, 0));
  return middleAndWorst(warm, 0);
};

export const connectionRows: readonly Row[] = [
  {
    number: 33,
    title: `${processes} processes need a token in the moment in which it expires, ${rounds.toLocaleString('en')} times, of an endpoint that ends what was granted with the second use of a token: grants lost`,
    target: '0, one request each time',
    measure: renewed,
  },
  {
    number: 33,
    title: `the platform tells that a user has taken the app away → the connection is disconnected and the webhook there, ${removals} times, local stack, s: median, worst`,
    target: '≤ 5',
    measure: followed,
  },
  {
    number: 33,
    title: 'the platform asks an address to prove that it knows the app’s secret, local stack, warm, ms: median, worst',
    target: '≤ 300',
    measure: proven,
  },
];
