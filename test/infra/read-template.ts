/** What a template says, found by how a logical id begins. */
import type { Template } from 'aws-cdk-lib/assertions';
import { dashboardGroupNames } from '../../lib/api/routes/dashboard.ts';
import { routes } from '../../lib/api/routes.ts';

export interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}
/** What refers to a resource of the template. */
export const idsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id]) => id ?? '');

interface FunctionProperties {
  readonly Role: unknown;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables: object };
}

/** What a template says of whatever has a logical id that begins so. */
export const readTemplate = (template: Template) => {
  const resources = (type: string): Record<string, { Properties: Record<string, never> }> =>
    template.findResources(type) as never;
  const functions = resources('AWS::Lambda::Function') as unknown as Record<string, { Properties: FunctionProperties }>;
  /** The function of that name; names begin so, and end in eight digits of a hash. */
  const functionIdOf = (owner: string): string | undefined =>
    Object.keys(functions).find((id) => id.replace(/[0-9A-F]{8}$/, '') === owner);
  const functionOf = (owner: string): FunctionProperties => {
    const found = functions[functionIdOf(owner) ?? ''];
    if (!found) throw new Error(`no function ${owner}`);
    return found.Properties;
  };
  const roleOf = (owner: string): string | undefined =>
    functionIdOf(owner) === undefined
      ? Object.keys(resources('AWS::IAM::Role')).find((id) => id.startsWith(owner))
      : idsIn(functionOf(owner).Role)[0];
  const statementsOf = (owner: string): Statement[] => {
    const role = roleOf(owner);
    return Object.values(resources('AWS::IAM::Policy')).flatMap(({ Properties }) => {
      const { Roles, PolicyDocument } = Properties as unknown as {
        Roles: unknown;
        PolicyDocument: { Statement: Statement[] };
      };
      return idsIn(Roles).includes(role ?? '') ? PolicyDocument.Statement : [];
    });
  };
  return {
    template,
    statementsOf,
    functionOf,
    propertiesOf: (type: string) => Object.values(resources(type)).map(({ Properties }) => Properties),
    /** What the role of the function or task may do. */
    actionsOf: (owner: string): string[] =>
      [...new Set(statementsOf(owner).flatMap(({ Action }) => Action))]
        .filter((action) => !action.startsWith('logs:'))
        .sort(),
    environmentOf: (owner: string): string[] => Object.keys(functionOf(owner).Environment?.Variables ?? {}).sort(),
  };
};

/** One for each route, but for those of the dashboard, which share. */
export const functionCount = Object.keys(routes).length + dashboardGroupNames.length;
