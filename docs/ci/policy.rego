# Rules of the house for plans, for conftest:  housestyle show plan.json -o json | conftest test --policy docs/ci -
#
# The same rules as the jq program in docs/ci.md, which is played by the tests. This file was evaluated by hand, with
# rego-cpp 1.5.2 (`regopy`); no test runs it or conftest.
package main

import rego.v1

deny contains msg if {
	some item in input.items
	item.operation in {"delete", "replace"}
	input.basis.environment == "production"
	msg := sprintf("%s: the id %s would go away in production", [item.address, item.id])
}

deny contains msg if {
	some item in input.items
	"overwrites-drift" in item.hazards
	msg := sprintf("%s: somebody's edit on the service would be overwritten", [item.address])
}

deny contains msg if {
	some item in input.items
	some change in item.changes
	startswith(change.field, "instruction")
	count(change.after) > 250
	msg := sprintf("%s: the prompt of %s has more than 250 characters", [item.address, change.field])
}

deny contains msg if {
	count(input.items) > 20
	msg := sprintf("%d resources change at once, more than 20: split the change", [count(input.items)])
}
