import { testLaws } from "./tests";

testLaws("documents");
