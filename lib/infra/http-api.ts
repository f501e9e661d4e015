import { RemovalPolicy } from 'aws-cdk-lib';
import {
  HttpApi as GatewayHttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { publicHandler, publicRoutes } from '../api/public-routes.ts';
import { handlerFile, type RouteName, routeNames, routes } from '../api/routes.ts';
import { acknowledge } from './acknowledge.ts';
import type { Provision } from './provision.ts';
import { ServiceFunction } from './service-function.ts';

const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The HTTP API: one function per route of the route table, one for what is public, and one for everything else. */
export class HttpApi extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, needsOf: (route: RouteName) => readonly Provision[]) {
    super(scope, id);
    const fallback = new ServiceFunction(this, 'NoSuchRoute', { entry: 'api/no-such-route', needs: [] });
    const api = new GatewayHttpApi(this, 'Api', {
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('NoSuchRoute', fallback),
      defaultAuthorizer: new HttpNoneAuthorizer(),
    });
    for (const name of routeNames) {
      const { method, path } = routes[name];
      // Memory buys CPU: with 512 MiB a cold start takes half as long, for the same price.
      const handler = new ServiceFunction(this, withCapital(name), {
        entry: `api/${handlerFile(name)}`,
        needs: needsOf(name),
        memoryMiB: 512,
      });
      api.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration: new HttpLambdaIntegration(withCapital(name), handler),
      });
    }
    const reference = new ServiceFunction(this, 'Reference', { entry: publicHandler, needs: [], memoryMiB: 512 });
    for (const path of Object.values(publicRoutes)) {
      api.addRoutes({
        path,
        methods: [HttpMethod.GET],
        integration: new HttpLambdaIntegration('Reference', reference),
      });
    }
    this.url = this.#stage(api).url.replace(/\/$/, '');
    acknowledge(api, {
      'AwsSolutions-APIG4':
        'each function checks the API key itself, against the table, so that a revoked key fails at once',
    });
  }

  #stage(httpApi: GatewayHttpApi): HttpStage {
    return new HttpStage(this, 'Stage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', {
            retention: RetentionDays.ONE_MONTH,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
      },
    });
  }
}
