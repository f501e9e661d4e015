/** The OpenAPI document: everything that the HTTP contract says, made from the route table and the schemas. */
import { routes } from '../routes.ts';
import { answers } from './answers.ts';
import { defaultServer, introduction } from './introduction.ts';
import { jsonSchemas } from './json-schema.ts';
import { idParameters, pathsOf, problemExamples } from './operations.ts';
import { requests } from './requests.ts';
import { tags } from './route-docs.ts';
import { webhookBodies, webhooks } from './webhooks.ts';

/** The document as it is committed. Whoever serves it puts their own address in the place of `defaultServer`. */
export const openApiDocument = () => {
  const { components, refOf } = jsonSchemas({ ...requests, ...answers, ...webhookBodies });
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf({ refOf }),
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
      },
      parameters: idParameters(Object.values(routes)),
      examples: problemExamples(),
      schemas: components,
    },
  };
};
