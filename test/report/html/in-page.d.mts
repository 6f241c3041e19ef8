import type { AxeResults } from 'axe-core';

export function listen(): void;
export function violations(): string[];
export function focused(): { name: string; outline: string };
export function backgrounds(selectors: string[]): string[];
export function clickAll(selector: string): void;
export function width(): number;
export function contentVisibility(selector: string): string;
export function looked(): {
  title: string;
  elements: string[];
  attributes: string[];
  titles: string[];
  names: string[];
};
export function plant(): void;
export function runAxe(): Promise<AxeResults>;
