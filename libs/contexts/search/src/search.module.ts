import { Module } from '@nestjs/common';
import { SearchForgetting } from './read/search-forgetting';

/** Finds contacts, conversations, and what was said in them. */
@Module({ providers: [SearchForgetting] })
export class SearchModule {}
