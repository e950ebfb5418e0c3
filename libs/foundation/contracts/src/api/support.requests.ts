import { IfGiven, Nested, Text } from './input';

/** Data for finding the cause of a problem, without any text of contacts or colleagues. */
export class TechnicalDetails {
  /** Path of the open page. */
  @Text({ max: 200 })
  page!: string;

  @Text({ max: 400 })
  browser!: string;

  /** Size of the window in pixels. */
  @Text({ max: 20 })
  size!: string;

  @Text({ max: 20 })
  language!: string;

  /** `X-Request-Id` of the last request that failed; absent if none failed. */
  @IfGiven()
  @Text({ max: 100 })
  requestId?: string;
}

/** POST /api/v3/support/requests */
export class AskSupportRequest {
  @Text({ min: 1, max: 4_000, lines: true })
  text!: string;

  @Nested(() => TechnicalDetails)
  details!: TechnicalDetails;
}
