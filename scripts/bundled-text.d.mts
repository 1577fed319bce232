import type { Plugin } from "rolldown";

export declare function bundledText(): Plugin;
