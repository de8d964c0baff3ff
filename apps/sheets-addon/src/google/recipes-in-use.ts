import type { Endpoint, Recipe, RecipeBook } from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import { recipesInUse } from '../connection/recipes.ts';

/** Recipes of `service.json`; empty for a build without. */
declare const BUILT_RECIPES: Readonly<Partial<Record<Endpoint, Recipe>>>;

/** The recipes by which a connection's bodies are read. */
export const recipesOf = ({ recipes }: Pick<Connection, 'recipes'>): RecipeBook =>
  recipesInUse(recipes, BUILT_RECIPES);
