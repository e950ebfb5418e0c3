import { IsIn, Matches, MaxLength } from 'class-validator';
import { savedFilterNames } from './chat-filters';
import { IfGiven, Text } from './input';
import {
  SAVED_VIEW_NAME_LENGTH,
  SAVED_VIEW_QUERY_LENGTH,
  savedViewVisibilities,
  type SavedViewVisibility,
} from './saved-views';

/** Allows names of lists, filters and sort orders, and ids, but no text that could contain a person's name. */
const fields = ['team', ...savedFilterNames, 'sortBy'].join('|');
const query = new RegExp(`^list=[a-z]+(&(${fields})=[\\da-zA-Z%-]+)*$`);

export class CreateSavedViewRequest {
  @Text({ min: 1, max: SAVED_VIEW_NAME_LENGTH })
  name!: string;

  @MaxLength(SAVED_VIEW_QUERY_LENGTH)
  @Matches(query)
  query!: string;

  @IsIn(savedViewVisibilities)
  visibility!: SavedViewVisibility;
}

export class PatchSavedViewRequest {
  @IfGiven()
  @Text({ min: 1, max: SAVED_VIEW_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @IsIn(savedViewVisibilities)
  visibility?: SavedViewVisibility;
}
