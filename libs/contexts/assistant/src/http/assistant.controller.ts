import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type {
  AssistantModelsResponse,
  AssistantResponse,
  AssistantTokensResponse,
} from '@parley/contracts/api/assistant';
import { AssistantRequest } from '@parley/contracts/api/assistant.requests';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Assist } from '../write/assist';
import { Providers } from '../write/providers';

/** The writing assistant for users who write messages. */
@Controller('api/v3/assistant')
export class AssistantController {
  constructor(
    private readonly providers: Providers,
    private readonly assist: Assist,
  ) {}

  @Get()
  @Requires('assistant:read')
  describe(@CurrentPrincipal() { customerId }: Principal): Promise<AssistantResponse> {
    return this.providers.describe(customerId);
  }

  @Get('models')
  @Requires('assistant:read')
  async models(
    @CurrentPrincipal() { customerId }: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AssistantModelsResponse> {
    return { models: await this.providers.models(customerId, closing(response)) };
  }

  /** Returns the number of tokens that a request would have, without sending it to the provider. */
  @Post('tokens')
  @HttpCode(200)
  @Requires('assistant:read')
  tokens(
    @CurrentPrincipal() me: Principal,
    @Body() asked: AssistantRequest,
  ): Promise<AssistantTokensResponse> {
    return this.assist.count(me, asked);
  }

  /**
   * Has a model work on the texts of the request. Streams the answer as lines of JSON. A client that disconnects
   * stops the model.
   */
  @Post('runs')
  @HttpCode(200)
  @Requires('assistant:create')
  async run(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() asked: AssistantRequest,
    @Res() response: Response,
  ): Promise<void> {
    const signal = closing(response);
    const lines = this.assist.run(me, id, asked, signal);
    // Until the first line is sent, an error can still be answered with its status.
    let next = await lines.next();
    response
      .status(200)
      .setHeader('Content-Type', 'application/x-ndjson; charset=utf-8')
      .setHeader('Cache-Control', 'no-store')
      .setHeader('X-Accel-Buffering', 'no');
    try {
      while (!next.done && !signal.aborted) {
        response.write(`${JSON.stringify(next.value)}\n`);
        next = await lines.next();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await lines.return(undefined);
    }
    response.end();
  }
}

/** Aborts when the client disconnects before the response is finished. */
function closing(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
