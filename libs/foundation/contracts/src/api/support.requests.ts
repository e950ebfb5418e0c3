import { IfGiven, Nested, Text } from './input';

/** What helps to find a cause. Nothing that contacts or colleagues wrote. */
export class TechnicalDetails {
  /** The path of the page that was open. */
  @Text({ max: 200 })
  page!: string;

  @Text({ max: 400 })
  browser!: string;

  /** Of the window, in pixels. */
  @Text({ max: 20 })
  size!: string;

  @Text({ max: 20 })
  language!: string;

  /** Of the request that failed last. */
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
