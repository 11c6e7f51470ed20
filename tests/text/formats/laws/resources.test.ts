import { testLaws } from "./tests";

testLaws("resources");
