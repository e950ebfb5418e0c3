import { Controller, Get } from '@nestjs/common';
import type { OpenConversationsResponse } from '@parley/contracts/api/conversations';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AssignmentQueries } from '../read/assignment.queries';

/** Counts the open conversations of a user whom an admin is about to delete. */
@Controller('api/v3/users')
@Requires('users:delete')
export class AssignedController {
  constructor(private readonly assignments: AssignmentQueries) {}

  /**
   * Counts the user's open conversations.
   * @throws NotFound if the user belongs to another organisation
   */
  @Get(':id/open-conversations')
  async open(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<OpenConversationsResponse> {
    await this.assignments.requireUser(customerId, id);
    return { count: await this.assignments.countOpenOf(customerId, id) };
  }
}
