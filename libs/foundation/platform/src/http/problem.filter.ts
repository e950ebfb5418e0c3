import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CodedError, type ProblemMembers } from '@parley/contracts/api/coded-error';
import type { Problem } from '@parley/contracts/api/conversations';
import { isConnectionError, isOtherTables } from '../database/database';
import { routeOf } from './http-metrics';
import { InvalidInput } from './input';
import { requestIdOf } from './request-id';
import { TooManyRequests } from './rate-limit';

/** HTTP status by error code; 409 (a conflict with the current state) for every other code. */
const statusOfCode: Record<string, number> = {
  invalid_input: 400,
  channel_setting_invalid: 400,
  provider_unavailable: 503,
  invalid_json: 400,
  not_storable: 400,
  signature_invalid: 401,
  api_key: 401,
  login_expired: 401,
  unauthenticated: 401,
  user_blocked: 401,
  not_authorized: 403,
  api_disabled: 403,
  api_key_rights: 403,
  api_key_expiry: 400,
  app_setting_unknown: 400,
  app_setting_invalid: 400,
  app_scopes: 400,
  app_scope_missing: 403,
  app_host_refused: 403,
  app_header_refused: 400,
  app_value_not_json: 400,
  app_record_too_large: 413,
  app_too_many_calls: 429,
  app_connects_to_nothing: 400,
  app_connect_not_set_up: 409,
  app_connect_wrong: 409,
  app_not_connected: 409,
  app_connection_refused: 409,
  app_sign_in_over: 409,
  app_sign_in_refused: 409,
  app_call_failed: 502,
  app_call_timeout: 504,
  app_answer_too_large: 502,
  assistant_address: 400,
  assistant_disabled: 409,
  assistant_failed: 502,
  assistant_incomplete: 400,
  assistant_model: 400,
  assistant_no_key: 409,
  assistant_no_language: 400,
  assistant_no_messages: 400,
  assistant_no_text: 400,
  assistant_quota: 429,
  assistant_too_long: 413,
  assistant_unreachable: 502,
  webhook_url: 400,
  webhook_headers: 400,
  webhook_header_reserved: 400,
  webhook_event_unknown: 400,
  ip_not_allowed: 403,
  ip_address_invalid: 400,
  ai_key_invalid: 400,
  setting_not_editable: 403,
  not_found: 404,
  too_large: 413,
  too_complex: 413,
  signature_too_large: 413,
  too_many_requests: 429,
  setting_invalid: 400,
  domain_invalid: 400,
  team_name_invalid: 400,
  team_colour_invalid: 400,
  team_email_invalid: 400,
  team_email_missing: 400,
  contact_invalid: 400,
  contact_unreachable: 400,
  time_passed: 400,
  comment_empty: 400,
  phone_invalid: 400,
  comment_too_long: 400,
  comment_not_yours: 403,
  metadata_invalid: 400,
  import_empty: 400,
  import_not_csv: 400,
  import_too_large: 413,
  import_too_many_rows: 400,
  import_too_many_columns: 400,
  import_quote_open: 400,
  import_row_too_long: 400,
  import_column_twice: 400,
  search_date_invalid: 400,
  search_has_invalid: 400,
  search_value_missing: 400,
  zip_too_large: 413,
  export_too_soon: 429,
  support_too_often: 429,
  support_not_sent: 503,
  export_too_long: 400,
  export_empty: 404,
  export_expired: 410,
  export_link_expired: 410,
  busy: 503,
  unavailable: 503,
};

/** Error code by status, for errors of the framework that have only a status. */
const codeOfStatus: Record<number, string> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'not_authorized',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Unavailable for the moment',
};

type Described = Pick<Problem, 'status' | 'code' | 'detail' | 'errors' | keyof ProblemMembers>;

/**
 * Turns every error into Problem Details (RFC 9457). Logs an unexpected one under the correlation id that the client
 * receives.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = { ...describeProblem(error), correlationId: requestIdOf(response) };
    if (problem.status >= 500) {
      const stack = error instanceof Error ? error.stack : String(error);
      if (!response.headersSent) response.status(problem.status);
      // Logs the route instead of the path, since paths contain tokens.
      this.logger.error(
        `${problem.correlationId} ${request.method} ${routeOf(request, response)}: ${problem.code}`,
        problem.code === 'internal' || isOtherTables(error) ? stack : undefined,
      );
    }
    // Once a download has begun, the status is sent already: only closing the connection shows the failure to the
    // client.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (error instanceof TooManyRequests) response.setHeader('Retry-After', String(error.retryAfter));
    if (problem.status === 503) response.setHeader('Retry-After', '5');
    response
      .status(problem.status)
      .setHeader('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send(JSON.stringify(problem));
  }
}

/** @returns the response for an error: without a stack, a statement or an internal message */
export function describeProblem(error: unknown): Problem {
  const described = describe(error);
  return {
    type: 'about:blank',
    title: titles[described.status] ?? 'The request could not be carried out',
    ...described,
  };
}

function describe(error: unknown): Described {
  if (error instanceof InvalidInput) return { status: 400, code: error.code, errors: error.errors };
  if (error instanceof CodedError) {
    return {
      status: statusOfCode[error.code] ?? 409,
      code: error.code,
      detail: error.detail,
      errors: error.errors,
      ...error.members,
    };
  }
  if (isInternal(error)) return { status: 500, code: 'internal' };
  if (isConnectionError(error) || isOtherTables(error)) return { status: 503, code: 'unavailable' };
  const status = statusIn(error);
  if (status === 400 && isJsonSyntax(error)) return { status, code: 'invalid_json' };
  if (status !== null) return { status, code: codeOfStatus[status] ?? 'rejected' };
  return { status: 500, code: 'internal' };
}

/**
 * Whether the database reports a fault of its own, such as a damaged page or a missing file; a retry by the client
 * does not help.
 */
function isInternal(error: unknown): boolean {
  return /^(XX|58)[0-9A-Z]{3}$/.test(String((error as { code?: unknown } | null)?.code));
}

/**
 * @returns the status of a framework's error (Nest's, body-parser's, multer's) if it is 4xx or 503, otherwise null
 */
function statusIn(error: unknown): number | null {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : error instanceof Error && 'status' in error && 'expose' in error && error.expose === true
        ? Number(error.status)
        : null;
  return status !== null && ((status >= 400 && status < 500) || status === 503) ? status : null;
}

/** Nest passes the message of JSON.parse on as a plain error; every such message of V8 contains "JSON". */
function isJsonSyntax(error: unknown): boolean {
  return error instanceof Error && /\bJSON\b/.test(error.message);
}
