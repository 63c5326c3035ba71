import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Lantern",
  base: "/lantern/",
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "reconvene-report" } } },
  // In development, Vite would put the script where its module is not.
  vite: { optimizeDeps: { exclude: ["reconvene"] } },
});
