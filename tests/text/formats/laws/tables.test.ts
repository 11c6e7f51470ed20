import { testLaws } from "./tests";

testLaws("tables");
