/** The commands for who comes to the dashboard: by links, and by an identity provider. */
import { type Role, roles } from '../domain/access/roles.ts';
import { signInPath } from '../usecases/access/sign-in.ts';
import {
  type Command,
  checkedEmail,
  checkedName,
  type Given,
  type Option,
  projectOption,
  UsageError,
} from './command.ts';

const roleOption: Readonly<Record<string, Option>> = {
  ...projectOption,
  role: { value: 'ROLE', help: `what they may: ${roles.join(', ')} (else viewer)` },
};
/** @throws UsageError for another one */
const roleOf = (given: Given): Role => {
  const asked = given.text('role') ?? 'viewer';
  const role = roles.find((one) => one === asked);
  if (!role) throw new UsageError(`--role is ${roles.join(', ')}`);
  return role;
};

export const peopleCommands: Readonly<Record<string, Command>> = {
  'dashboard invite': {
    summary: 'makes a link that signs somebody in to the dashboard, once, within 12 hours',
    operands: ['NAME'],
    options: roleOption,
    isNoted: true,
    run: async ({ tickets, base_url }, given) => {
      const role = roleOf(given);
      const name = checkedName(given.operands[0]);
      const ticket = await tickets.invite({ project_id: await given.project(), name, role });
      return { item: { name, role, url: (base_url ?? '') + signInPath(ticket) } };
    },
  },
  'dashboard admit': {
    summary: 'lets somebody in to the dashboard by the identity provider, known by their e-mail address',
    operands: ['NAME', 'EMAIL'],
    options: roleOption,
    isNoted: true,
    run: async ({ people }, given) => {
      const role = roleOf(given);
      const name = checkedName(given.operands[0]);
      const email = checkedEmail(given.operands[1]);
      const person = await people.admit(await given.project(), { name, email, role });
      return { done: `${person.name} signs in as ${person.email}, ${person.role}` };
    },
  },
  'dashboard people': {
    summary: 'lists whom a project lets in by the identity provider',
    options: projectOption,
    run: async ({ people }, given) => ({
      rows: await people.list(await given.project()),
      columns: ['email', 'name', 'role', 'subject', 'created_at'],
    }),
  },
  'dashboard remove': {
    summary: 'lets somebody in no more, and signs them out',
    operands: ['EMAIL'],
    options: projectOption,
    isNoted: true,
    run: async ({ people }, given) => {
      const [email = ''] = given.operands;
      await people.remove(await given.project(), email);
      return { done: `${email} signs in no more` };
    },
  },
  'dashboard set-client-secret': {
    summary: 'enters the secret of the client at the identity provider; it is asked for, or read from the input',
    operands: ['CLIENT_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ setClientSecret }, given) => {
      const [clientId = ''] = given.operands;
      const secret = await given.secret('The secret of the client: ');
      await setClientSecret(await given.project(), clientId, secret);
      return { done: `${clientId} has a secret: people sign in with it from now on` };
    },
  },
};
