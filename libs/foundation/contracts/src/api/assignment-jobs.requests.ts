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

/** Assigns everything that the list holds now and the filter lets through, to one user or one team. */
export class AssignAllRequest extends ChatsFilterQuery {
  @Nested(() => JobAssignee)
  to!: JobAssignee;
}
