/** The OpenAPI document: everything that the HTTP contract says, made from the route table and the schemas. */
import { dashboardRoutes } from '../routes/dashboard.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes.ts';
import { answers } from './answers.ts';
import { dashboardPaths, dashboardTag, sessionScheme } from './dashboard.ts';
import { defaultServer, introduction } from './introduction.ts';
import { jsonSchemas } from './json-schema.ts';
import { idParameters, pathsOf, problemExamples } from './operations.ts';
import { requests } from './requests.ts';
import { tags } from './route-docs/docs-of-route.ts';
import { webhookBodies, webhooks } from './webhooks.ts';

/** What is promised to programs: what clients are generated of. */
export const interfaceDocument = () => documentWith(false);

/** The document as it is committed. Whoever serves it puts their own address in the place of `defaultServer`. */
export const openApiDocument = () => documentWith(true);

/** What the dashboard is answered so that it can be sent again: it has the schema by which it is sent. */
const { CreateBot, VoiceAgentSettings } = requests;
const sentAgain = { CreateBot, VoiceAgentSettings };

const documentWith = (hasDashboard: boolean) => {
  const schemas = jsonSchemas({ sent: requests, answered: { ...sentAgain, ...answers, ...webhookBodies } });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Meeting bots',
      version: '1',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: defaultServer }],
    security: [{ ApiKey: [] }],
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      ...(hasDashboard ? [dashboardTag] : []),
    ],
    paths: { ...pathsOf(schemas), ...(hasDashboard && dashboardPaths(schemas)) },
    webhooks,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'Paste your API key: this page writes `Token` before it. Programs send `Authorization: Token mb_…`, with a blank between.',
        },
        ...(hasDashboard && { Session: sessionScheme }),
      },
      parameters: idParameters(Object.values<Route>(hasDashboard ? { ...routes, ...dashboardRoutes } : routes)),
      examples: problemExamples(),
      schemas: schemas.components,
    },
  };
};
