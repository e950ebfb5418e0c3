import { IsOptional, IsUUID } from 'class-validator';
import { ChatsFilterQuery } from './conversations.requests';
import { Nested } from './input';

class JobAssignee {
  @IsOptional()
  @IsUUID()
  userId?: string | null;

  @IsOptional()
  @IsUUID()
  teamId?: string | null;
}

/** Assigns all conversations that are in the list at this time and match the filter to one user or one team. */
export class AssignAllRequest extends ChatsFilterQuery {
  @Nested(() => JobAssignee)
  to!: JobAssignee;
}
