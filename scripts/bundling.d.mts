export const OPTIONS: { transform: { define: Record<string, string> } };
