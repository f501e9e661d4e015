import { DescribeImagesCommand, ImageNotFoundException, RepositoryNotFoundException } from '@aws-sdk/client-ecr';
import { DescribeTaskDefinitionCommand } from '@aws-sdk/client-ecs';
import { GetRoleCommand, NoSuchEntityException, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { ecrNameOf } from '../../image/ecr-name.ts';
import { isReleaseTag, tagOf } from '../../image/release-tag.ts';
import { namesOf } from '../deployment.ts';
import { untold } from '../emulated.ts';
import { type Finding, look, well, wrong } from '../finding.ts';
import type { Check, World } from '../world.ts';

const again = 'npx cdk deploy builds and pushes it again';

const anew = 'build it anew with npm run worker-image, push it, and name its digest in captureImage or appSessionImage';

const definitionOf = async ({ ecs }: World, name: string) =>
  (await ecs.send(new DescribeTaskDefinitionCommand({ taskDefinition: name }))).taskDefinition;

const kindOf = (definition: string): string => (/AppSessions/.test(definition) ? 'app sessions' : 'bots');

/** The tag of a release that an image has and that is not this one: `npm run worker-image` gives one to each. */
const otherRelease = (release: string | undefined, tags: readonly string[] = []): string | undefined =>
  release === undefined || tags.includes(release) ? undefined : tags.find(isReleaseTag);

const checkImage = async (world: World, definition: string): Promise<Finding> => {
  const about = `image for ${kindOf(definition)}`;
  const image = (await definitionOf(world, definition))?.containerDefinitions?.[0]?.image ?? '';
  const name = ecrNameOf(image);
  if (name === undefined)
    return look(
      about,
      `${image} is in a registry that cannot be asked`,
      'see for yourself that it is there, and public or in ECR',
    );
  const { account, repository, digest, tag = 'latest' } = name;
  try {
    const { imageDetails } = await world.ecr.send(
      new DescribeImagesCommand({
        registryId: account,
        repositoryName: repository,
        imageIds: [digest ? { imageDigest: digest } : { imageTag: tag }],
      }),
    );
    const named = `${repository} ${digest ?? tag}`;
    const { version } = world.deployment;
    const release = version === undefined ? undefined : tagOf(version);
    const other = otherRelease(release, imageDetails?.[0]?.imageTags);
    if (other === undefined) return well(about, `${named} is there`);
    return look(about, `${named} is of release ${other}, and the functions are of ${release}`, anew);
  } catch (error) {
    const isGone = error instanceof ImageNotFoundException || error instanceof RepositoryNotFoundException;
    if (!isGone) throw error;
    return wrong(about, `${image} is not there any more: no task can start`, again);
  }
};

/** Whether the images that tasks are to run are there. */
export const checkImages: Check = (world) =>
  Promise.all(namesOf(world.deployment, 'AWS::ECS::TaskDefinition').map((name) => checkImage(world, name)));

const roleName = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);
const ofTasks = 'ecs-tasks.amazonaws.com';

const checkRole = async ({ iam }: World, arn: string): Promise<Finding | undefined> => {
  const about = 'roles of tasks';
  const restore = 'npx cdk deploy --revert-drift makes it anew';
  try {
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: roleName(arn) }));
    const trusted = decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '');
    return trusted.includes(ofTasks)
      ? undefined
      : wrong(about, `ECS may not take on ${roleName(arn)}: its trust was changed`, restore);
  } catch (error) {
    if (!(error instanceof NoSuchEntityException)) throw error;
    return wrong(about, `the role ${roleName(arn)} is gone: no task can start`, restore);
  }
};

/** Whether the roles of tasks are there, and whoever launches tasks may hand them on. */
export const checkRoles: Check = async (world) => {
  const about = 'roles of tasks';
  const definitions = await Promise.all(
    namesOf(world.deployment, 'AWS::ECS::TaskDefinition').map((name) => definitionOf(world, name)),
  );
  const roles = definitions.flatMap((one) =>
    [one?.taskRoleArn, one?.executionRoleArn].filter((arn) => arn !== undefined),
  );
  const faults = (await Promise.all(roles.map((arn) => checkRole(world, arn)))).filter((one) => one !== undefined);
  const [launcher] = namesOf(world.deployment, 'AWS::Lambda::Function', /^LifecycleEnterState/);
  if (faults.length > 0 || !launcher) return faults;
  const { Role } = await world.lambda.send(new GetFunctionConfigurationCommand({ FunctionName: launcher }));
  const { EvaluationResults = [] } = await world.iam.send(
    new SimulatePrincipalPolicyCommand({
      PolicySourceArn: Role,
      ActionNames: ['iam:PassRole'],
      ResourceArns: roles,
      ContextEntries: [
        { ContextKeyName: 'iam:PassedToService', ContextKeyType: 'string', ContextKeyValues: [ofTasks] },
      ],
    }),
  );
  const refused = EvaluationResults.filter(({ EvalDecision }) => EvalDecision !== 'allowed');
  if (refused.length === 0) return [well(about, `${roles.length} are there, and may be handed to tasks`)];
  // MiniStack 1.5 (November 2026) says no to whatever is allowed under a condition, which it does not weigh.
  if (world.emulator) return [untold(about, world.emulator, 'it does not weigh the conditions of policies')];
  const names = refused.map(({ EvalResourceName }) => roleName(EvalResourceName ?? ''));
  return [
    wrong(
      about,
      `${launcher} may not hand ${names.join(', ')} to tasks: no bot is launched`,
      'a permission boundary or a policy of your organisation forbids iam:PassRole: allow it for these roles',
    ),
  ];
};
