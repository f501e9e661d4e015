/** What the middlewares of the API have in common. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpAnswer = APIGatewayProxyStructuredResultV2;

/** A middleware that finds `Needs` in the context of a request, and leaves `Gives` there for those after it. */
export type Middleware<Gives extends object = object, Needs extends object = object> = MiddlewareObj<
  HttpEvent,
  HttpAnswer,
  Error,
  Context & Needs & Gives
>;
