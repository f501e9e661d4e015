import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ApiDefinition, EndpointType, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Answerer, Gateway, Way } from './gateway.ts';
import { gatewayCallers } from './gateway-caller.ts';

/** What nobody else answers may come in any of them. */
const anyMethod = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];
const anyPath = ['/', '/{path+}'];
export const restStage = 'live';

/**
 * A REST API of API Gateway, for emulators that have no HTTP APIs: the same ways, to the same functions, which are asked in
 * payload format 1.0. It is described in one piece, so that it takes a few resources however many ways there are
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html).
 * Limits are those of the functions alone, and there is no domain.
 */
export const restGateway = (scope: Construct, ways: readonly Way[], fallback: Answerer): Gateway => {
  const { region, partition } = Stack.of(scope);
  const callers = gatewayCallers(scope);
  const paths: Record<string, Record<string, object>> = {};
  const lead = (method: string, path: string, to: Answerer): void => {
    const functionPath = `2015-03-31/functions/${to.called.functionArn}/invocations`;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        responses: {},
        'x-amazon-apigateway-integration': {
          type: 'aws_proxy',
          httpMethod: 'POST',
          uri: `arn:${partition}:apigateway:${region}:lambda:path/${functionPath}`,
          credentials: callers.of(to).roleArn,
        },
      },
    };
  };
  for (const path of anyPath) for (const method of anyMethod) lead(method, path, fallback);
  for (const { method, path, to } of ways) lead(method, path, to);
  const api = new SpecRestApi(scope, 'Rest', {
    apiDefinition: ApiDefinition.fromInline({
      openapi: '3.0.1',
      info: { title: `${Stack.of(scope).stackName} API`, version: '1' },
      // Bodies come as they are, whatever they are.
      'x-amazon-apigateway-binary-media-types': ['*/*'],
      paths,
    }),
    binaryMediaTypes: ['*/*'],
    endpointTypes: [EndpointType.REGIONAL],
    cloudWatchRole: false,
    deployOptions: { stageName: restStage },
  });
  api.applyRemovalPolicy(RemovalPolicy.DESTROY);
  const forEmulators = 'it stands in emulators alone, which nobody but their owner reaches';
  acknowledge(api, {
    'AwsSolutions-APIG1': forEmulators,
    'AwsSolutions-APIG2': 'each function checks what it is asked itself, and says in words what is wrong',
    'AwsSolutions-APIG3': forEmulators,
    'AwsSolutions-APIG6': forEmulators,
  });
  return { apiId: api.restApiId, url: api.url.replace(/\/$/, '') };
};
