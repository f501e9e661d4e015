/** What is given to functions and tasks for a need of theirs: see needs.ts for all of them. */
import type { IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { acknowledgePatterns } from './acknowledge.ts';

/** The environment variables of a need, and the least permissions for it. */
export interface Provision {
  readonly environment?: Readonly<Record<string, string>>;
  readonly statements?: readonly PolicyStatement[];
  /** Resources that are named by a pattern → why they cannot be named one by one. */
  readonly patterns?: Readonly<Record<string, string>>;
}

/** Gives a role what its needs ask for. */
export const permit = (role: IRole, needs: readonly Provision[]): void => {
  for (const { statements = [], patterns = {} } of needs) {
    for (const statement of statements) role.addToPrincipalPolicy(statement);
    acknowledgePatterns(role, patterns);
  }
};

/** The environment that needs ask for. */
export const environmentOf = (needs: readonly Provision[]): Record<string, string> =>
  Object.assign({}, ...needs.map(({ environment }) => environment));
