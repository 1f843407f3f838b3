/** The knowledge base: items, their relations, the current state. */

import type { Toolset } from "../../tool.ts";
import { addRelations } from "./add_relations.ts";
import { createItem } from "./create_item.ts";
import { deleteItem } from "./delete_item.ts";
import { getCurrentState } from "./get_current_state.ts";
import { getItem } from "./get_item.ts";
import { getRelatedItems } from "./get_related_items.ts";
import { getStats } from "./get_stats.ts";
import { getTags } from "./get_tags.ts";
import { getTypeStats } from "./get_type_stats.ts";
import { listItems } from "./list_items.ts";
import { removeRelations } from "./remove_relations.ts";
import { searchItems } from "./search_items.ts";
import { suggestTags } from "./suggest_tags.ts";
import { updateCurrentState } from "./update_current_state.ts";
import { updateItem } from "./update_item.ts";

export const knowledge: Toolset = {
  name: "knowledge",
  description: "A knowledge base of your own",
  tools: [
    createItem,
    getItem,
    updateItem,
    deleteItem,
    searchItems,
    listItems,
    getRelatedItems,
    addRelations,
    removeRelations,
    getCurrentState,
    updateCurrentState,
    getStats,
    getTypeStats,
    getTags,
    suggestTags,
  ],
};
