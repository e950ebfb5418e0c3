import { IsUUID } from 'class-validator';

/** POST /api/v3/contacts/{id}/labels */
export class LabelRequest {
  @IsUUID()
  labelId!: string;
}
