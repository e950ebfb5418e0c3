import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsUUID, ValidateNested } from 'class-validator';
import { ChatsFilterQuery } from './conversations.requests';

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
  @IsObject()
  @ValidateNested()
  @Type(() => JobAssignee)
  to!: JobAssignee;
}
