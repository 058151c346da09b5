import { formatCount } from "../../../lib/text/numbers";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Icon } from "../../../ui/icon";
import { permissions, permissionTexts } from "./permissions";
import type { Role } from "./types";
import "./setup.scss";

type Props = { role: Role; onEdit: () => void; onDelete: () => void };

/** Card of a role: its permissions, its users and its actions. */
export function RoleCard({ role, onEdit, onDelete }: Props) {
  const { name, users, isFixed, isOwn } = role;
  const allowed = permissions.filter((permission) => role.permissions.includes(permission));
  return (
    <Card
      className="role-card"
      title={name}
      actions={
        isFixed ? (
          <span className="text-secondary small-text">
            <Icon name="locked" /> Always has every permission
          </span>
        ) : (
          <>
            <Button size="sm" icon="edit" onClick={onEdit} aria-label={`Edit ${name}...`}>
              Edit...
            </Button>
            {users.length === 0 && (
              <Button size="sm" icon="delete" onClick={onDelete} aria-label={`Delete ${name}...`}>
                Delete...
              </Button>
            )}
          </>
        )
      }
    >
      <div className="role-columns">
        <div>
          <h3>Permissions</h3>
          {allowed.length > 0 ? (
            <ul className="role-permissions">
              {allowed.map((permission) => (
                <li key={permission}>
                  <Icon name="check" />
                  <span>
                    {permissionTexts[permission].label}
                    <span className="cell-sub d-block">{permissionTexts[permission].hint}</span>
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-secondary mb-0">Can view everything, can't change anything.</p>
          )}
        </div>
        <div>
          <h3>
            {formatCount(users.length, "person", "people")}
            {isOwn && ", you among them"}
          </h3>
          <ul className="role-people">
            {users.map((user) => (
              <li key={user.id}>
                <a href={`/contacts/${user.id}`} className="quiet-link">
                  {user.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
